// Customs: finds codes of the tariff by everyday words. Its list is data of this folder, read when it is first asked for,
// and the same for all accounts.
export { listHsCodes, loadCodes } from "./hs-search";
