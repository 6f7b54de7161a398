export { FORM_LETTERS, type FoldedText, foldText, formsOf } from './fold.ts';
export {
  formsFor,
  hasBeginnings,
  hasParts,
  type Place,
  phrasePlaces,
  phraseTerm,
  piecesOf,
  placesOf,
  type SearchTerm,
  searchTerms,
  startsIn,
} from './terms.ts';
