/** A table of OpenCC: pairs of characters and what each becomes, parted by `|`; the two of a pair by a space. */
declare module "opencc-js/dict/*" {
  const pairs: string;
  export default pairs;
}
