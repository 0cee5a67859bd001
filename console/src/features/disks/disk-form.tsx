import type { CallInput } from '@granary/contract/call.ts'
import { imageList, snapshotList } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { autoDiskSize, BLOCK_SIZES, GiB, MAX_DISK_SIZE } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { apiQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'

export type DiskBody = CallInput<'diskCreate'>['body']
type Source = 'blank' | 'snapshot' | 'image'
type Values = {
  name: string
  description: string
  sizeGib: number | null
  source: Source
  blockSize: string
  snapshotId: string | null
  imageId: string | null
}

const MAX_GIB = MAX_DISK_SIZE / GiB

type DiskFormProps = {
  project: string
  /** Names that are in use already in the form around it. */
  taken?: readonly string[]
  onSubmit: (body: DiskBody) => Promise<unknown> | unknown
  onDismiss: () => void
}

/** Everything about a new disk. A larger source raises the size; a smaller one never lowers it. */
export function DiskForm({ project, taken = [], onSubmit, onDismiss }: DiskFormProps) {
  const form = useForm<Values>({
    defaultValues: {
      name: '',
      description: '',
      sizeGib: 10,
      source: 'blank',
      blockSize: '4096',
      snapshotId: null,
      imageId: null,
    },
  })
  const { control, watch, setValue, getValues } = form
  const source = watch('source')
  const images = useImages(project)
  const snapshots = useQuery({ ...apiQuery(snapshotList, { query: { project } }), throwOnError: false }).data
    ?.items
  const minimum = () => {
    const { source: kind, imageId, snapshotId } = getValues()
    const found =
      kind === 'image'
        ? images?.find((one) => one.id === imageId)
        : kind === 'snapshot'
          ? snapshots?.find((one) => one.id === snapshotId)
          : undefined
    return found ? Math.ceil(found.size / GiB) : 1
  }
  const grow = (bytes: number | undefined) => {
    const wanted = bytes ? autoDiskSize(bytes) : 0
    if (wanted > (getValues('sizeGib') ?? 0)) setValue('sizeGib', wanted)
  }
  const sizeProblem = (gib: number | null) => {
    if (gib === null) return 'Size is required'
    if (gib > MAX_GIB) return `Can be at most ${MAX_GIB} GiB`
    const least = minimum()
    if (gib >= least) return null
    return least === 1
      ? 'Must be at least 1 GiB'
      : `Must be as large as selected ${getValues('source')} (min. ${least} GiB)`
  }
  return (
    <FormPanel
      form={form}
      title="Create disk"
      onDismiss={onDismiss}
      onSubmit={async (values) => onSubmit(bodyOf(values))}
    >
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
      <Bound control={control} name="source">
        {(field) => (
          <RadioGroup
            {...field}
            label="Source"
            items={[
              { value: 'blank', label: 'Blank' },
              { value: 'snapshot', label: 'Snapshot' },
              { value: 'image', label: 'Image' },
            ]}
            onChange={(value) => field.onChange(value as Source)}
          />
        )}
      </Bound>
      {source === 'blank' && (
        <Bound control={control} name="blockSize">
          {(field) => (
            <RadioGroup
              {...field}
              label="Block size (Bytes)"
              items={BLOCK_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
            />
          )}
        </Bound>
      )}
      {source === 'snapshot' && (
        <Bound control={control} name="snapshotId" problem={required('Source snapshot')}>
          {(field) => (
            <Listbox
              {...field}
              label="Source snapshot"
              placeholder="Select a snapshot"
              isLoading={!snapshots}
              items={(snapshots ?? []).map((one) => ({
                value: one.id,
                label: one.name,
                description: `${formatBytes(one.size)}, ${one.timeCreated.toLocaleDateString()}`,
              }))}
              onChange={(id) => {
                field.onChange(id)
                grow(snapshots?.find((one) => one.id === id)?.size)
              }}
            />
          )}
        </Bound>
      )}
      {source === 'image' && (
        <Bound control={control} name="imageId" problem={required('Source image')}>
          {(field) => (
            <Listbox
              {...field}
              label="Source image"
              placeholder="Select an image"
              isLoading={!images}
              items={(images ?? []).map((one) => ({
                value: one.id,
                label: one.name,
                description: imageLine(one),
              }))}
              onChange={(id) => {
                field.onChange(id)
                grow(images?.find((one) => one.id === id)?.size)
              }}
            />
          )}
        </Bound>
      )}
      <Bound control={control} name="sizeGib" problem={sizeProblem}>
        {(field) => <NumberField {...field} label="Size (GiB)" minValue={1} maxValue={MAX_GIB} required />}
      </Bound>
    </FormPanel>
  )
}

/** The images that a disk of a project can be made from: the project's own first. */
export function useImages(project: string) {
  const own = useQuery({ ...apiQuery(imageList, { query: { project } }), throwOnError: false }).data
  const silo = useQuery({ ...apiQuery(imageList, {}), throwOnError: false }).data
  return own && silo && [...own.items, ...silo.items]
}

type ImageWords = { os: string; version: string; size: number; projectId: string | null }

/** `debian / 13 / 2 GiB / Silo image` */
export const imageLine = ({ os, version, size, projectId }: ImageWords): string =>
  [os, version, formatBytes(size), projectId ? 'Project image' : 'Silo image'].filter(Boolean).join(' / ')

function bodyOf(values: Values): DiskBody {
  const { name, description, sizeGib, source, blockSize, snapshotId, imageId } = values
  const diskSource =
    source === 'snapshot'
      ? { type: 'snapshot' as const, snapshotId: snapshotId! }
      : source === 'image'
        ? { type: 'image' as const, imageId: imageId! }
        : { type: 'blank' as const, blockSize: Number(blockSize) as (typeof BLOCK_SIZES)[number] }
  return { name, description, size: sizeGib! * GiB, diskBackend: { type: 'distributed', diskSource } }
}
