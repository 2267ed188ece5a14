"use client";

export { default } from "@/components/page-failure";
