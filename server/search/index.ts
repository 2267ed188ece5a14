// How text is searched: one way to fold it, to part a query into words, and to index records.
export { fold } from "./fold";
export { foldedMatches } from "./fold-new";
export { gramsOf, gramsOfWords } from "./grams";
export { containsAll, type Word, wordsFor, wordsOf } from "./words";
