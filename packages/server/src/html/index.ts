export { type Asset, sendAsset, serveAsset } from './asset.ts';
export { busyPage } from './busy.ts';
export { type Cookies, newCookieValue, pageCookies } from './cookies.ts';
export { acceptForms, type Form, type FormGuard, guardForms } from './forms.ts';
export { openLinkPage, readLinkForm } from './link-page.ts';
export { html, Markup, type Part } from './markup.ts';
export { originOf } from './origin.ts';
export { BRAND_MARK, type Page, type SentPage, sendPage } from './page.ts';
export { answerPageErrors, sentenceOf } from './page-errors.ts';
export {
  appStylesheetPath,
  historyStylesheetPath,
  iconPath,
  meetStylesheetPath,
  playgroundStylesheetPath,
  serveDesign,
  stylesheetPath,
} from './style.ts';
