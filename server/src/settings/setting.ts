import type { Kind } from './setting-kinds.ts'

/** One setting: its flag and variable, its meaning, and the values it allows. */
export type Setting<Value = unknown> = Kind<Value> & {
  flag: string
  variable: string
  meaning: string
  /** The default, as a user would write it. Without one an unset setting is null. */
  initial?: string
  /** Describes the default of settings without `initial`. */
  otherwise?: string
  /** Never shown again, not even in an error. */
  secret?: true
}

/** The type of a setting's value. */
export type ValueOf<Given extends Setting> = Given extends { initial: string }
  ? NonNullable<ReturnType<Given['read']>>
  : NonNullable<ReturnType<Given['read']>> | null

/** Makes a setting of a kind of value. */
export const setting = <Value, const Rest extends Omit<Setting, keyof Kind>>(
  rest: Rest,
  kind: Kind<Value>,
) => ({ ...rest, ...kind })
