export { type Asset, sendAsset, serveAsset } from './asset.ts';
export { newCookieValue, pageCookies } from './cookies.ts';
export { formScript } from './form-script.ts';
export { acceptForms, type Form, type FormGuard, guardForms } from './forms.ts';
export { LANGUAGE_PARAMETER, languageMenu, languageNames, withoutLanguage } from './language-menu.ts';
export { openLinkPage, readLinkForm } from './link-page.ts';
export { type Child, html, Markup } from './markup.ts';
export { originOf } from './origin.ts';
export { BRAND_MARK, type Page, sendPage } from './page.ts';
export { answerPageErrors, errorTexts, PageError, problemText, sentenceOf } from './page-errors.ts';
export { passwordField } from './password-field.ts';
export { serviceUnavailablePage } from './service-unavailable.ts';
export {
  appDesignPaths,
  appIcons,
  appStylesheetPath,
  consoleStylesheetPath,
  embedStylesheetPath,
  historyStylesheetPath,
  iconPath,
  latinFontPath,
  meetStylesheetPath,
  playgroundStylesheetPath,
  serveDesign,
  stylesheetPath,
  tokenStylesheetPath,
} from './style.ts';
export {
  type LanguageRow,
  languageFor,
  rememberLanguage,
  sentence,
  technicalDetail,
  type Words,
  wordsFor,
} from './words.ts';
