// The data of the demonstration: accounts, orders and stock of two shops, made through the modules' own functions.

export { seedDemo } from "./seed";
