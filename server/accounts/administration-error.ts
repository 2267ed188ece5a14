/** A refusal whose message is shown to the administrator unchanged. */
export class AdministrationError extends Error {}

/** Pick-and-pack cannot be switched off while the warehouse has orders (contract §7.2). */
export class WarehouseBusyError extends AdministrationError {
  constructor(
    readonly orders: number,
    message: string,
  ) {
    super(message);
  }
}

/** No hour can have fewer requests than one of its minutes (contract §10.1). */
export class RatesError extends AdministrationError {
  constructor(
    readonly minute: number,
    readonly hour: number,
  ) {
    super(`the limit of an hour, ${hour}, is below that of a minute, ${minute}`);
  }
}

/** The e-mail is taken. */
export class EmailTakenError extends AdministrationError {}

/** The account's own people may not leave it without an owner (contract §8.2). */
export class LastOwnerError extends AdministrationError {}
