/** Limits of forms. Apart from the schemas, so that the widget and the dashboard's forms can use them. */
export const formsMax = 200;
export const formNameMaxLength = 80;
export const formFieldsMax = 30;
export const fieldOptionsMax = 50;
/** Characters of a label, of one option, and of the sentence that explains a field. */
export const fieldLabelMaxLength = 200;
export const optionLabelMaxLength = 100;
export const fieldHelpMaxLength = 500;
/** Characters of one answer. */
export const fieldTextMaxLength = 2_000;
/** Characters of a whole form as JSON. */
export const formSizeMax = 60_000;
/** Days after which the link to a form, in a mail or a channel, is over. */
export const formLinkDays = 30;
