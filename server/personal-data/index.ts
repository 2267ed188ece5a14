/**
 * Owns how long personal data is kept, and its export and erasure (docs/privacy.md). What is personal is said here once,
 * for all tables: that is why only this module writes tables of others, and only to erase.
 */
export { closeAccount, eraseAccount } from "./account";
export { exportAccount } from "./export";
export { eraseOld } from "./orders";
