// Jobs: work that goes on after the request which asked for it. This module has their table: who asked for what, claims
// with leases, turns between accounts, progress, results and files. A kind of job is a definition, which says what it is
// asked, and a handler, which does it; both belong to other modules. Never knows what a job does, and never decides
// whether somebody may ask for one.
export { runBatch } from "./batch";
export { defineJob, type JobOutcome, LostJob } from "./definition";
export { doEach, isOfDatabase } from "./each";
export {
  addJob,
  countResults,
  importJob,
  type JobRow,
  type KeptRow,
  keepRows,
  listResults,
  makeRoom,
  ownScope,
  presentAsker,
  readFile,
  readJobs,
  recordResult,
  stopJob,
} from "./store";
export { type StoredError, stored, thrownFrom } from "./stored-error";
export { onJobs, wakeJobs } from "./wake";
export { type JobHandler, JobRun, runJobs } from "./work";
