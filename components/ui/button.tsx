import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

/** The look of everything that can be clicked; `LinkButton` shares it. */
export const buttonStyles = cva(
  // The words of `app/globals.css`.
  "button",
  {
    variants: {
      variant: {
        primary: "button-primary",
        secondary: "button-secondary",
        ghost: "button-ghost",
        danger: "button-danger",
      },
      size: {
        sm: "h-8 px-2.5 text-xs",
        md: "h-9 px-3 text-sm",
        lg: "h-11 px-4 text-base",
        "icon-sm": "size-8",
        icon: "size-9",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonLook = VariantProps<typeof buttonStyles>;

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Work is running: the button is disabled, and a spinner covers its text so that nothing moves. */
    loading?: boolean;
    children?: ReactNode;
  };

/** A button. Use one `primary` per screen; a button with only an icon needs `aria-label`. */
export function Button({ variant, size, loading = false, disabled, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={cn(buttonStyles({ variant, size }), disabled && !loading && "opacity-60", className)}
      {...rest}
    >
      {loading ? (
        <>
          <span className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </span>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
