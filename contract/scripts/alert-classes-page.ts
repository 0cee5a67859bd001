import { z } from 'zod'
import { ALERT_CLASSES, type AlertClass } from '../src/alert-classes.ts'

type Property = { type?: string; format?: string; enum?: string[]; anyOf?: Property[]; description?: string }

/** Returns the page of the documentation that lists the classes of alerts. */
export const alertClassesPage = (): string =>
  [
    '# Alert classes',
    '',
    'Made by `npm run generate` from `contract/src/alert-classes.ts`. [alerts.md](alerts.md) says how alerts are raised and sent;',
    '`GET /v1/alert-classes` returns the payloads as JSON Schemas.',
    '',
    ...ALERT_CLASSES.flatMap(section),
  ].join('\n')

const section = ({ name, description, version, lasts, payload }: AlertClass): string[] => [
  `## ${name}`,
  '',
  `${description} Version ${version} of the payload.${lasts ? ` It needs attention until \`${name}.resolved\`.` : ''}`,
  '',
  ...Object.entries((z.toJSONSchema(payload).properties ?? {}) as Record<string, Property>).map(
    ([field, property]) => `- \`${field}\` (${typeOf(property)}): ${property.description}`,
  ),
  '',
]

function typeOf({ type, format, enum: values, anyOf }: Property): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  return format ?? type ?? 'anything'
}
