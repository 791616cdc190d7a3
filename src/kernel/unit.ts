declare const unit: unique symbol

/**
 * A number or a text with its unit (decision 0115). It is there for the type-check alone: values of two units
 * do not stand for each other, while a literal and the result of an arithmetic take the unit that is asked
 * for.
 */
export type Unit<Base extends number | string, Name extends string> = Base & { readonly [unit]?: Name }
