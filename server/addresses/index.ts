// The address book: saved senders and recipients of an account and environment, how often orders have had them, and
// duplicates among them. Orders know nothing of it: a worker counts, and creating an order writes nothing here.

export { listDuplicateAddresses, mergeAddresses } from "./duplicates";
export { exportAddresses, importAddresses, writeAddresses } from "./files";
export {
  createAddress,
  deleteAddress,
  listAddresses,
  listAddressLabels,
  readAddress,
  updateAddress,
} from "./store";
export { countUses } from "./uses";
