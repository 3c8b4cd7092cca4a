/** Words of reports in every language, for mails. */
import { catalogue } from '../catalogue.ts';
import * as ar from '../report-words/ar.ts';
import * as de from '../report-words/de.ts';
import * as en from '../report-words/en.ts';
import * as es from '../report-words/es.ts';
import * as fr from '../report-words/fr.ts';
import * as it from '../report-words/it.ts';
import * as ja from '../report-words/ja.ts';
import * as nl from '../report-words/nl.ts';
import * as pl from '../report-words/pl.ts';
import * as pt from '../report-words/pt.ts';
import * as tr from '../report-words/tr.ts';
import * as zh from '../report-words/zh.ts';

export const reportTexts = catalogue({
  en: en.reports,
  de: de.reports,
  fr: fr.reports,
  es: es.reports,
  pt: pt.reports,
  it: it.reports,
  nl: nl.reports,
  pl: pl.reports,
  tr: tr.reports,
  ja: ja.reports,
  zh: zh.reports,
  ar: ar.reports,
});

export const metricTexts = catalogue({
  en: en.metrics,
  de: de.metrics,
  fr: fr.metrics,
  es: es.metrics,
  pt: pt.metrics,
  it: it.metrics,
  nl: nl.metrics,
  pl: pl.metrics,
  tr: tr.metrics,
  ja: ja.metrics,
  zh: zh.metrics,
  ar: ar.metrics,
});

export const handOffReasonTexts = catalogue({
  en: en.handOffReasons,
  de: de.handOffReasons,
  fr: fr.handOffReasons,
  es: es.handOffReasons,
  pt: pt.handOffReasons,
  it: it.handOffReasons,
  nl: nl.handOffReasons,
  pl: pl.handOffReasons,
  tr: tr.handOffReasons,
  ja: ja.handOffReasons,
  zh: zh.handOffReasons,
  ar: ar.handOffReasons,
});
