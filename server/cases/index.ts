// Cases: the review queue of support. The worker opens a case for what needs a person, and closes what is settled;
// people of support claim and close. Never changes an order or an endpoint.

export { claimCases, closeCases, releaseCases } from "./changes";
export { readCaseFigures } from "./figures";
export { countCases, listCases, readCase } from "./read";
export { syncCases } from "./sync";
