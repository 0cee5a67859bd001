import type { Attribute } from './attribute.ts'

type More = Partial<Omit<Attribute, 'name' | 'description'>>

/** Defines a string, or the type that `more` names. */
export const attribute = (name: string, description: string, more: More = {}): Attribute => ({
  name,
  description,
  type: 'string',
  ...more,
})

/** Defines a complex attribute. */
export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: More = {},
): Attribute => ({ name, description, type: 'complex', subAttributes, ...more })

/** Defines a multi-valued attribute with the sub-attributes that RFC 7643 section 2.4 gives to all of them. */
export const plural = (
  name: string,
  description: string,
  { canonicalValues, type = 'string' }: Pick<More, 'canonicalValues' | 'type'> = {},
): Attribute =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value', { type }),
      attribute('display', 'How it is shown'),
      attribute('type', 'What it is for', canonicalValues ? { canonicalValues } : {}),
      attribute('primary', 'Whether it is the first choice', { type: 'boolean' }),
    ],
    { multiValued: true },
  )
