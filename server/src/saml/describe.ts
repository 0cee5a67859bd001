import { SamlRefusal, type SamlSent } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { inside, NS, parseXml, textOf } from './xml.ts'

/** Maximum number of tags of a response that is described: anyone may post one, and this thread reads it. */
const MAX_TAGS = 2_000
/** Maximum number of attributes, and of values of one, that are shown. */
const MAX_SHOWN = 100
/** Maximum length of a text that is shown, in characters. */
const MAX_LENGTH = 512

/** Returns what a posted response says, whether or not it would be accepted; null if it can't be read. */
export function describeResponse(field: string): SamlSent | null {
  const root = read(field)
  if (!root) return null
  const first = (name: string) => inside(root, NS.assertion, name)[0]
  const nameId = first('NameID')
  return {
    issuer: shown(first('Issuer')),
    audience: shown(first('Audience')),
    recipient: attributeOf(first('SubjectConfirmationData'), 'Recipient'),
    nameId: shown(nameId),
    nameIdFormat: attributeOf(nameId, 'Format'),
    attributes: inside(root, NS.assertion, 'Attribute')
      .slice(0, MAX_SHOWN)
      .map((attribute) => ({
        name: shortened(attribute.getAttribute('Name') ?? ''),
        values: inside(attribute, NS.assertion, 'AttributeValue')
          .slice(0, MAX_SHOWN)
          .map((value) => shortened(textOf(value))),
      })),
  }
}

function read(field: string): Element | null {
  try {
    return parseXml(Buffer.from(field, 'base64').toString(), MAX_TAGS)
  } catch (error) {
    if (error instanceof SamlRefusal) return null
    throw error
  }
}

const shown = (element: Element | undefined): string | null => (element ? shortened(textOf(element)) : null)

function attributeOf(element: Element | undefined, name: string): string | null {
  const value = element?.getAttribute(name)
  return value ? shortened(value) : null
}

/** PostgreSQL stores no U+0000, and an unpaired half of a character has no UTF-8. */
const shortened = (text: string): string =>
  (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text).replaceAll('\u0000', '').toWellFormed()
