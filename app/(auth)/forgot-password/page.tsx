import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgotPasswordForm } from "./forgot-password-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgotPassword"))("title") };
}

/** Where people who forgot their password have a link sent to them. */
export default function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}
