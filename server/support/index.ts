// Support: what people of support do over all accounts.
export { createAccount, listAccounts, readAccount, updateAccount } from "./accounts";
export { searchEverything } from "./search";
