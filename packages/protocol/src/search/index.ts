export { type FoldedText, foldText, foldWithPlaces } from './fold.ts';
export {
  hasBeginnings,
  hasParts,
  phrasePlaces,
  phraseTerm,
  piecesOf,
  placesOf,
  type SearchTerm,
  searchTerms,
  startsIn,
} from './terms.ts';
