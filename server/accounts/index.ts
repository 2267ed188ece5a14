// Accounts: merchants' accounts, people and their sessions, API clients and their tokens, the audit log. Decides who a
// request comes from and whether the account may use the service. What an operation does with a merchant's data is not
// judged here; the roles that may call it are in the contracts.

export {
  type Access,
  accessBySession,
  accessByToken,
  requireListedAddress,
  requireStillIn,
  requireUsableAccount,
  SHUT_OUT,
  withinReach,
} from "./access";
export { actOn } from "./acting";
export { actorNames, ERASED_ACCOUNT, withDeciders } from "./actor-names";
export { AdministrationError } from "./administration-error";
export {
  type Act,
  changed,
  type Facts,
  MASKED,
  recordAudit,
  recordCommand,
  recordLook,
  recordSignInFailures,
} from "./audit";
export { recordChange } from "./audit-changes";
export { AUDIT_STAFF, exportAudit, listActivity, listAudit, readAudit } from "./audit-read";
export {
  changeClient,
  createClient,
  issueClient,
  listClients,
  revokeClient,
  revokeOwnClient,
  rollClient,
  rollOwnClient,
} from "./clients";
export { colleagues } from "./colleagues";
export {
  DEMONSTRATION_ENDED,
  demonstrationHasEnded,
  demonstrationIsOpen,
  enableDemonstration,
  endDemonstration,
  isUninhabited,
  realPeopleExist,
  requireRealStaff,
} from "./demonstration";
export { deviceCookie, deviceOf } from "./devices";
export { findAccounts, findMerchants, isSupportShared } from "./directory";
export {
  confirmTotp,
  createRecoveryCodes,
  createTotp,
  deleteFactor,
  listFactors,
  resetFactors,
} from "./factors";
export { hideFirstSteps, stepsTaken } from "./first-steps";
export { forgotPassword } from "./forgotten";
export {
  createInvitation,
  deleteInvitation,
  listInvitations,
  resendInvitation,
} from "./invitations";
export {
  changeAccount,
  createAccount,
  type Merchant,
  type NewAccount,
  openAccount,
  readMerchant,
  updateAccount,
} from "./merchants";
export { listNoticeSettings, listNotices, notify, readNotices, saveNoticeSettings } from "./notices";
export { endSession, listSessions } from "./own-sessions";
export { rememberLanguage } from "./owners";
export { CHALLENGE_LASTS, passkeyPlace, startPasskeySignIn } from "./passkey-check";
export { createPasskey, startPasskey } from "./passkeys";
export { changePassword, createPasswordLink, readLink, readMe, revokeSessions, setPassword } from "./people";
export { mailEndOfSignIn, mailOwnersOfChange, mailOwnersOfKey } from "./person-mails";
export {
  createPerson,
  disablePerson,
  enablePerson,
  endSessions,
  findPerson,
  listPeople,
  PERSON_ROLES,
  PERSONAL_FACTS,
  personFacts,
  updatePerson,
} from "./person-records";
export { openSession, revokeSessionsOf, sessionCookieName, sessionIdOf } from "./sessions";
export { showFactor } from "./show-factor";
export { authOptions, type Browser, signIn, signInByPasskey } from "./sign-in";
export { disableDemonstration, readDemonstration, staff } from "./staff";
export { mailOwnersOfClosing, mailOwnersOfState } from "./state-mails";
export { issueOAuthToken, issueToken } from "./tokens";
export { changeVisit, readVisit, requireActing, startVisit } from "./visits";
