import { MAX_BUNDLE_COMMENT_BYTES } from '@granary/domain/support-bundles.ts'
import { z } from 'zod'
import { extra, extraInput } from '../extension.ts'
import { ByteCount, OffsetTimestamp, Timestamp, Uuid } from '../scalars.ts'

const SupportBundleState = z
  .enum(['collecting', 'active', 'failed', 'destroying'])
  .meta({ id: 'SupportBundleState' })

const comment = `Free text for people, at most ${MAX_BUNDLE_COMMENT_BYTES} bytes`

export const SupportBundleFile = z
  .object({
    name: z.string().meta({ description: 'Name of the file in the bundle' }),
    size: ByteCount.meta({ description: 'Bytes of the file, unpacked' }),
    isCut: z.boolean().meta({ description: 'Whether the end is missing, because the file was too long' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the content could not be collected; null if it was' }),
  })
  .meta({ id: 'SupportBundleFile' })

export const SupportBundleInfo = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    state: SupportBundleState.meta({
      description:
        'collecting: files are added. active: it can be downloaded. failed: it has no files. destroying: it is being deleted.',
    }),
    reasonForCreation: z.string().meta({ description: 'Why it was created' }),
    reasonForFailure: z
      .string()
      .nullable()
      .meta({ description: 'Why it could not be collected; null unless it failed' }),
    userComment: z.string().nullable().meta({ description: 'Free text for people' }),
    timeCreated: Timestamp.meta({ description: 'When it was requested' }),
    since: extra(Timestamp.meta({ description: 'Logs and changes in it begin at this time' })),
    timeCompleted: extra(
      Timestamp.nullable().meta({ description: 'When it was collected or failed; null before that' }),
    ),
    size: extra(ByteCount.nullable().meta({ description: 'Bytes of the zip file; null unless active' })),
    progress: extra(z.int().min(0).max(100).meta({ description: 'How much was collected, in percent' })),
    files: extra(z.array(SupportBundleFile).meta({ description: 'The files that were collected so far' })),
  })
  .meta({ id: 'SupportBundleInfo' })

export const SupportBundleCreate = z
  .object({
    userComment: z.string().max(MAX_BUNDLE_COMMENT_BYTES).nullish().meta({ description: comment }),
    since: extraInput(
      OffsetTimestamp.meta({
        description: 'Collects logs and changes from this time on; those of the last seven days by default',
      }),
    ),
  })
  .meta({ id: 'SupportBundleCreate' })

export const SupportBundleUpdate = z
  .object({
    userComment: z
      .string()
      .max(MAX_BUNDLE_COMMENT_BYTES)
      .nullish()
      .meta({ description: `${comment}; null removes it` }),
  })
  .meta({ id: 'SupportBundleUpdate' })
