// The request log: the calls of merchants' programs and the failed ones of their people, masked before they are held,
// written in batches beside the requests, read by the people of the account, dropped by the day after 30 days. Knows no
// operation by name, and never fails or slows a request.
export { alertOnErrors } from "./alerts";
export { flush } from "./buffer";
export { maskedPath, plainFacts } from "./mask";
export { noteCall, recordPastCalls } from "./note";
export { rotatePartitions } from "./partitions";
export { accountOfCall, groupErrors, listCalls, readCall } from "./read";
export { noteCrashes, startRequestLog } from "./writers";
