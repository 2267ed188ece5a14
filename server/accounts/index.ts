// Accounts: merchants' accounts, people and their sessions, API clients and their tokens, the audit log.
// It decides who a request comes from and whether the account may use the service. It never judges what an
// operation does with a merchant's data; roles stand in the contracts.
export { type Access, accessBySession, accessByToken, requireUsableAccount } from "./access";
export { actOn } from "./acting";
export { actorNames } from "./actor-names";
export {
  createAccount,
  createPerson,
  issueClient,
  type NewAccount,
  revokeClient,
  rollClient,
  updateAccount,
} from "./administration";
export { recordAudit, recordLook } from "./audit";
export { listAccounts } from "./directory";
export { ownersOf } from "./owners";
export { passwordWeakness } from "./passwords";
export { createPasswordLink, readMe, readPasswordLink, revokeSessions, setPassword } from "./people";
export { openSession, revokeSession, revokeSessionsOf, sessionCookieName, sessionIdOf } from "./sessions";
export { authOptions, type SignInRefusal, signIn } from "./sign-in";
export { issueOAuthToken, issueToken, oauthErrorBody } from "./tokens";
