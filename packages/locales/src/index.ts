export { type Catalogue, datePattern, openCatalogue } from './catalogue.ts';
export { camelCase, compileMessages, parseMessage } from './compile.ts';
export { catalogueOf, languages } from './languages.ts';
export { type Message, readMessages } from './messages.ts';
