import { isUuid, normalizeUuid } from '@granary/domain/names.ts'
import { GiB, KiB, MiB, TiB } from '@granary/domain/sizes.ts'
import { Description, Name } from '@granary/contract/scalars.ts'
import { TagList } from '@granary/contract/schemas/tags.ts'
import { z } from 'zod'

/** An object that refuses unknown fields, with the known ones in the message. */
export const strict = <Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}; allowed: ${Object.keys(shape).join(', ')}`
        : undefined,
  })

const UNITS = new Map(Object.entries({ KiB, MiB, GiB, TiB }))

/** Bytes as a number, or as a text such as "16 GiB". */
export const Bytes = z.preprocess((value) => {
  const [, count, name = ''] = (typeof value === 'string' && /^(\d+) ?([KMGT]iB)$/.exec(value)) || []
  const unit = UNITS.get(name)
  return unit ? Number(count) * unit : value
}, z.int('must be a number of bytes, or a text such as "16 GiB"').min(0))

const SECONDS = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 }))
const AGE = /^(\d+[smhdwy])+$/

/** A time: RFC 3339 in UTC, or an age at load time such as "3d" or "1h30m". */
export const Moment = z
  .string()
  .refine(
    (text) => AGE.test(text) || z.iso.datetime().safeParse(text).success,
    'must be a time such as "2027-01-31T12:00:00Z" or an age such as "3d" or "1h30m" (units s, m, h, d, w, y)',
  )

/** Resolves a time. @returns RFC 3339 with milliseconds, as stored. */
export function momentAt(moment: string, loaded: Date): string {
  if (!AGE.test(moment)) return new Date(moment).toISOString()
  const parts = [...moment.matchAll(/(\d+)([smhdwy])/g)]
  const age = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS.get(unit) ?? 0), 0)
  return new Date(loaded.getTime() - age * 1000).toISOString()
}

export const Id = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((value) => normalizeUuid(value) ?? value)

/** Id and times, with generated defaults. */
export const made = { id: Id.optional(), time_created: Moment.optional(), time_modified: Moment.optional() }

/** Fields of every named resource. */
export const named = { ...made, name: Name, description: Description.default('') }

/** Fields of every named resource with tags. */
export const tagged = { ...named, tags: TagList.optional() }

/** Fields of a disk, snapshot or image: `failure` says why it is faulted, in the words of a driver. */
export const withFailure = { ...tagged, failure: z.string().min(1).max(1024).nullish() }

/** The silo of a resource; defaults to the first silo. */
export const inSilo = { silo: Name.optional() }

/** The project of a resource; the silo is only needed if two silos have a project of that name. */
export const inProject = { ...inSilo, project: Name }
