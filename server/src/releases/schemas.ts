import { MAX_RELEASE_ARTIFACTS } from '@granary/domain/releases.ts'
import { versionProblem } from '@granary/domain/versions.ts'
import { z } from 'zod'
import { publicKeyProblem } from '../tls/key-size.ts'
import { MAX_KEYS, MAX_TARGETS, MAX_UNPACKED } from './limits.ts'

// The forms of The Update Framework's documents (specification 1.0.31, section 4), with the fields that releases need and
// limits that the specification leaves open. Further fields are allowed: they are signed too.

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const version = z.int().min(1)
const short = z.string().min(1).max(128)

const signedBy = <Signed extends z.ZodType>(signed: Signed) =>
  z.looseObject({
    signatures: z
      .array(z.looseObject({ keyid: sha256, sig: z.string().regex(/^([0-9a-f]{2}){1,1024}$/) }))
      .max(MAX_KEYS),
    signed,
  })

const common = { spec_version: z.string().max(16), version, expires: z.iso.datetime() }

const publicKey = z.looseObject({
  keytype: short,
  scheme: short,
  keyval: z.looseObject({
    public: z
      .string()
      .min(1)
      .max(4_096)
      .superRefine((key, check) => {
        const problem = publicKeyProblem(key)
        if (problem) check.addIssue(problem)
      }),
  }),
})
const role = z.looseObject({ keyids: z.array(sha256).min(1).max(MAX_KEYS), threshold: z.int().min(1) })

export const rootSchema = signedBy(
  z.looseObject({
    ...common,
    _type: z.literal('root'),
    consistent_snapshot: z.boolean(),
    keys: z
      .record(sha256, publicKey)
      .refine((keys) => Object.keys(keys).length <= MAX_KEYS, `at most ${MAX_KEYS} keys are allowed`)
      // One key under two IDs would reach a threshold of two alone.
      .refine((keys) => {
        const values = Object.values(keys).map(({ keyval }) => keyval.public.trim())
        return new Set(values).size === values.length
      }, 'lists a key twice'),
    roles: z.looseObject({ root: role, timestamp: role, snapshot: role, targets: role }),
  }),
)

const length = z.int().min(0).max(MAX_UNPACKED)
const described = z.looseObject({
  version,
  length: length.optional(),
  hashes: z.strictObject({ sha256: sha256.optional(), sha512: z.string().max(128).optional() }).optional(),
})

export const timestampSchema = signedBy(
  z.looseObject({
    ...common,
    _type: z.literal('timestamp'),
    meta: z.strictObject({ 'snapshot.json': described }),
  }),
)

export const snapshotSchema = signedBy(
  z.looseObject({
    ...common,
    _type: z.literal('snapshot'),
    meta: z.strictObject({ 'targets.json': described }),
  }),
)

/** A path below `targets/`, which no file system reads in another way. */
const path = z
  .string()
  .max(200)
  .regex(/^(?!.*(^|\/)\.\.?(\/|$))[\w.+@~-]+(\/[\w.+@~-]+)*$/, 'is not the path of a file')

export const targetsSchema = signedBy(
  z.looseObject({
    ...common,
    _type: z.literal('targets'),
    targets: z
      .record(
        path,
        z.looseObject({
          length,
          hashes: z.strictObject({ sha256, sha512: z.string().max(128).optional() }),
        }),
      )
      .refine(
        (targets) => Object.keys(targets).length <= MAX_TARGETS,
        `at most ${MAX_TARGETS} files are allowed`,
      ),
    // Tools write an empty delegation. Releases have one list of files, which one role signs.
    delegations: z
      .looseObject({ roles: z.array(z.unknown()).max(0, 'delegated roles are not supported') })
      .optional(),
  }),
)

const word = z
  .string()
  .max(64)
  .regex(/^[\w.+~-]+$/, 'may have letters, digits and the characters . _ + ~ - only')

export const artifactsSchema = z.looseObject({
  system_version: z.string().superRefine((version, check) => {
    const problem = versionProblem(version)
    if (problem) check.addIssue(problem)
  }),
  artifacts: z
    .array(z.looseObject({ name: word, version: word, kind: word, target: path }))
    .min(1, 'lists no artifact')
    .max(MAX_RELEASE_ARTIFACTS),
})
