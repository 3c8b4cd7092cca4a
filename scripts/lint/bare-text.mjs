/**
 * The lint rule `parley/no-bare-text`: what people see comes from the catalogue (apps/dashboard/src/i18n), so that it can
 * be said in every language. It refuses letters between tags, in the attributes that are shown or read out, and in what
 * toasts, commands and the browser's tab say.
 */

/** Attributes that are shown or read out. */
const attributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'confirmLabel',
  'description',
  'hint',
  'label',
  'placeholder',
  'title',
]);

/** Functions that show what they are given: as their first argument, or under these names somewhere in it. */
const shows = new Set(['toast', 'useCommands', 'usePageTitle']);
const shownProperties = new Set(['title', 'description', 'label']);

const letter = /\p{L}/u;
/** Texts that are the same in every language: the product's name, and addresses as examples of input. */
const sameEverywhere = /^(Parley|#\w+|https?:\S*|[\w-]+(\.[\w-]+)+)$/;

/** @param {unknown} text @returns {boolean} */
const isText = (text) => typeof text === 'string' && letter.test(text) && !sameEverywhere.test(text.trim());

const message = 'Text that people see belongs into the catalogue: apps/dashboard/src/i18n/catalogue.ts.';

/**
 * @typedef {{ type: string, parent?: Node, [part: string]: unknown }} Node
 * @typedef {{ report: (fault: { node: Node, message: string }) => void }} RuleContext
 */

/**
 * The texts that an expression may come to: itself, or those of its branches.
 *
 * @param {Node | null | undefined} node
 * @returns {Node[]}
 */
function bareTexts(node) {
  if (!node) return [];
  const part = (/** @type {string} */ name) => bareTexts(/** @type {Node} */ (node[name]));
  switch (node.type) {
    case 'Literal':
      return isText(node.value) ? [node] : [];
    case 'TemplateLiteral': {
      const quasis = /** @type {{ value: { raw: string } }[]} */ (node.quasis);
      return quasis.some(({ value }) => isText(value.raw)) ? [node] : [];
    }
    case 'ConditionalExpression':
      return [...part('consequent'), ...part('alternate')];
    case 'LogicalExpression':
    case 'BinaryExpression':
      // Compared values are not shown.
      return node.type === 'BinaryExpression' && node.operator !== '+' ? [] : [...part('left'), ...part('right')];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return part('expression');
    default:
      return [];
  }
}

/**
 * Whether a node stands in the arguments of a function that shows what it is given.
 *
 * @param {Node} node
 * @returns {boolean}
 */
function isShown(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'CallExpression') {
      const callee = /** @type {Node} */ (at.callee);
      if (callee.type === 'Identifier' && shows.has(String(callee.name))) return true;
    }
  }
  return false;
}

/** @param {unknown} name @returns {string} */
const nameOf = (name) => {
  const { name: identifier, value } = /** @type {{ name?: unknown, value?: unknown }} */ (name);
  return String(identifier ?? value);
};

export const noBareText = {
  /** @param {RuleContext} context */
  create(context) {
    const refuse = (/** @type {Node} */ node) => context.report({ node, message });
    return {
      JSXText(/** @type {Node} */ node) {
        if (isText(node.value)) refuse(node);
      },
      JSXExpressionContainer(/** @type {Node} */ node) {
        const inAttribute = node.parent?.type === 'JSXAttribute';
        if (!inAttribute) bareTexts(node).forEach(refuse);
      },
      JSXAttribute(/** @type {Node} */ node) {
        if (attributes.has(nameOf(node.name))) bareTexts(/** @type {Node} */ (node.value)).forEach(refuse);
      },
      Property(/** @type {Node} */ node) {
        if (shownProperties.has(nameOf(node.key)) && isShown(node))
          bareTexts(/** @type {Node} */ (node.value)).forEach(refuse);
      },
      CallExpression(/** @type {Node} */ node) {
        const callee = /** @type {Node} */ (node.callee);
        const [first] = /** @type {Node[]} */ (node.arguments);
        if (callee.type === 'Identifier' && callee.name === 'usePageTitle') bareTexts(first).forEach(refuse);
      },
    };
  },
};
