/**
 * Owns mails: what one looks like, the table in which it waits, and its way out (an SMTP server, else files). Never
 * decides who gets one nor what it says, imports no module, and sends nothing while a transaction is open.
 */
export { type Mail, queueMail } from "./queue";
export { sendMails } from "./send";
