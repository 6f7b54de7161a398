export { FORM_LETTERS, type FoldedText, foldText, formsOf } from './fold.ts';
export {
  formsToSearch,
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
