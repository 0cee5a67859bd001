/** Marks what the published API doesn't have. */
export declare const extension: unique symbol

/**
 * A value of a parameter that the published API doesn't have. `Extensions` of `call.ts` makes it, or `ignorable` there.
 */
export type Extra<Value> = Value & { readonly [extension]: true }
