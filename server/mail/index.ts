/**
 * Owns mails: what one looks like, the table in which it waits, and how it is sent (an SMTP server, or files). Never
 * decides who gets one or what it says, imports no other module, and sends nothing while a transaction is open.
 */
export { eraseMails, type Mail, queueMail } from "./queue";
export { sendMails } from "./send";
export { deleteOldFiles } from "./transport";
