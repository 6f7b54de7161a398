export { FORM_LETTERS, type FoldedText, foldedForms, foldText } from './fold.ts';
export {
  formsToSearch,
  hasBeginnings,
  hasParts,
  type Place,
  phrasePlaces,
  phraseTerm,
  piecesOf,
  type SearchTerm,
  searchTerms,
  startsIn,
  termPlaces,
} from './terms.ts';
