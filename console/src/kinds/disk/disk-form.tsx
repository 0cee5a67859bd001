import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { QuotaLeft } from '../../app/kit/forms/quota-left.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import {
  BLANK,
  bodyOf,
  type DiskBody,
  type DiskValues,
  emptyDisk,
  maxGib,
  sizeProblem,
} from './disk-values.ts'
import { DISK_DOCS } from './docs.ts'
import { TagsField } from '../tags/tags-field.tsx'
import { SourceFields } from './source-fields.tsx'
import { useImages, useSnapshots } from './use-sources.ts'

type DiskFormProps = {
  project: string
  /** Names that are taken in the surrounding form. */
  taken?: readonly string[]
  /** Initial values. */
  initial?: DiskValues | undefined
  /** Shown above the fields. */
  notice?: ReactNode
  /** False inside the form of an instance, which creates the disk. */
  sends?: boolean
  onSubmit: (body: DiskBody) => Promise<unknown> | unknown
  onDismiss: () => void
}

const TYPES = [
  { value: 'distributed', label: 'Distributed' },
  { value: 'local', label: 'Local' },
] as const

const FIELDS = {
  size: 'sizeGib',
  'diskBackend.type': 'type',
  'diskBackend.diskSource.type': 'source',
  'diskBackend.diskSource.blockSize': 'blockSize',
  'diskBackend.diskSource.imageId': 'imageId',
  'diskBackend.diskSource.snapshotId': 'snapshotId',
  'diskBackend.diskSource.readOnly': 'readOnly',
} as const satisfies FieldsOfBody<'diskCreate', DiskValues>

/** The form of a new disk: size, type and source. */
export function DiskForm({
  project,
  taken = [],
  initial = emptyDisk,
  notice,
  sends = true,
  onSubmit,
  onDismiss,
}: DiskFormProps) {
  const form = useForm<DiskValues>({ defaultValues: initial })
  const { control, watch, setValue } = form
  const [type, sizeGib] = watch(['type', 'sizeGib'])
  const images = useImages(project)
  const snapshots = useSnapshots(project)
  const sourceSize = ({ source, imageId, snapshotId }: DiskValues) => {
    if (source === 'blank') return undefined
    return source === 'image'
      ? images?.find(({ id }) => id === imageId)?.size
      : snapshots?.find(({ id }) => id === snapshotId)?.size
  }
  const changeType = (next: DiskValues['type']) => {
    setValue('type', next, { shouldDirty: true })
    setValue('source', 'blank')
    for (const [name, value] of Object.entries(BLANK)) setValue(name as keyof typeof BLANK, value)
  }
  return (
    <FormPanel
      keepsDraft
      form={form}
      title="Create disk"
      fields={FIELDS}
      sends={sends}
      onDismiss={onDismiss}
      onSubmit={async (values) => onSubmit(bodyOf(values))}
    >
      {notice}
      <Bound
        control={control}
        name="name"
        problem={(name) => nameProblem(name) ?? (taken.includes(name) ? 'Name is already in use' : null)}
      >
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TagsField control={control} />
      <Bound
        control={control}
        name="sizeGib"
        problem={(_, values) => sizeProblem(values, sourceSize(values))}
      >
        {(field) => (
          <NumberField {...field} label="Size (GiB)" minValue={1} maxValue={maxGib(type)} required />
        )}
      </Bound>
      <QuotaLeft requested={{ storage: (sizeGib ?? 0) * GiB }} />
      <Bound control={control} name="type">
        {(field) => (
          <RadioGroup
            {...field}
            label="Disk type"
            hint={
              type === 'local'
                ? 'Stored on the sled of its instance: fast, but without copies or snapshots. The block size is 4096 bytes.'
                : 'Stored on several sleds: the disk survives the loss of a sled and supports snapshots.'
            }
            items={TYPES}
            onChange={changeType}
            orientation="horizontal"
          />
        )}
      </Bound>
      {type === 'distributed' && <SourceFields form={form} images={images} snapshots={snapshots} />}
      <RelevantDocs links={DISK_DOCS.links} />
    </FormPanel>
  )
}
