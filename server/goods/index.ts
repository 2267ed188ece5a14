// Goods: what a merchant sells, as items that every merchant keeps or as products with stock in the warehouse, and the
// ledger. Stock moves only with a row in the ledger. Why it moves (an order is packed, cancelled, sent short) is for the
// module that moves it to know.

export { createItem, deleteItem, itemsBySku, listItems, readItem, updateItem } from "./items";
export { barcodeOwners, exportProducts, importProducts, writeProducts } from "./product-files";
export {
  auditedProduct,
  changeStock,
  createProduct,
  deleteProduct,
  hasProducts,
  listMovements,
  listProducts,
  readProduct,
  updateProduct,
} from "./products";
export {
  giveBack,
  locationsOf,
  lockProducts,
  reserve,
  reserveAgain,
  reserveAvailable,
  type ShortStock,
  take,
} from "./stock";
