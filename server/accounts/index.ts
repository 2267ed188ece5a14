// Accounts: merchants' accounts, people and their sessions, API clients and their tokens, the audit log. Decides who a
// request comes from and whether the account may use the service. What an operation does with a merchant's data is not
// judged here; the roles that may call it are in the contracts.

export {
  type Access,
  accessBySession,
  accessByToken,
  type Rights,
  requireListedAddress,
  requireStillIn,
  requireUsableAccount,
  rightsOfAsker,
  rightsOfClient,
  SHUT_OUT,
  withinReach,
} from "./access";
export { actOn } from "./acting";
export { AdministrationError } from "./administration-error";
export {
  type Act,
  changedFacts,
  type Facts,
  MASKED,
  recordAudit,
  recordRead,
  recordSignInFailures,
} from "./audit/audit";
export { recordChange } from "./audit/audit-changes";
export { AUDIT_STAFF, exportAudit, listActivity, listAudit, readAudit } from "./audit/audit-read";
export {
  changeClient,
  createClient,
  issueAnyClient,
  issueClient,
  listClients,
  revokeClient,
  revokeOwnClient,
  rollClient,
  rollOwnClient,
} from "./clients/clients";
export { hashSecret } from "./clients/credentials";
export { issueOAuthToken, issueToken } from "./clients/tokens";
export { findAccounts, findMerchants, isSupportShared } from "./directory";
export {
  changeAccount,
  createAccount,
  type Merchant,
  type NewAccount,
  openAccount,
  readMerchant,
  updateAccount,
} from "./merchants";
export { listNoticeSettings, listNotices, notify, readNotices, saveNoticeSettings } from "./notices/notices";
export { mailOwnersOfClosing } from "./notices/state-mails";
export { actorNames, ERASED_ACCOUNT, withDeciders } from "./people/actor-names";
export { accountPeople, colleagues } from "./people/colleagues";
export {
  DEMO_ENDED,
  demoHasEnded,
  demoIsOpen,
  enableDemo,
  endDemo,
  isUninhabited,
  realPeopleExist,
  requireRealStaff,
} from "./people/demo";
export { hideFirstSteps, stepsTaken } from "./people/first-steps";
export {
  createInvitation,
  deleteInvitation,
  listInvitations,
  resendInvitation,
} from "./people/invitations";
export { rememberLanguage } from "./people/owners";
export { changePassword, createPasswordLink, readLink, readMe, revokeSessions, setPassword } from "./people/people";
export { mailEndOfSignIn, mailOwnersOfChange, mailOwnersOfKey } from "./people/person-mails";
export {
  createPerson,
  disablePerson,
  findPerson,
  listPeople,
  PERSON_ROLES,
  PERSONAL_FACTS,
  personFacts,
  requireAccount,
  updatePerson,
} from "./people/person-records";
export { disableDemonstration, readDemonstration, staff, staffPeople } from "./people/staff";
export { renewRules } from "./rule-revisions";
export { deviceCookie, deviceOf } from "./sign-in/devices";
export {
  confirmTotp,
  createRecoveryCodes,
  createTotp,
  deleteFactor,
  listFactors,
} from "./sign-in/factors";
export { forgotPassword } from "./sign-in/forgotten";
export { endSession, listSessions } from "./sign-in/own-sessions";
export { CHALLENGE_LASTS, relyingParty, startPasskeySignIn } from "./sign-in/passkey-check";
export { createPasskey, startPasskey } from "./sign-in/passkeys";
export { openSession, revokeSessionsOf, sessionCookieName, sessionIdOf } from "./sign-in/sessions";
export { showFactor } from "./sign-in/show-factor";
export { authOptions, type Browser, signIn, signInByPasskey } from "./sign-in/sign-in";
export { changeVisit, readVisit, requireActing, startVisit } from "./visits";
