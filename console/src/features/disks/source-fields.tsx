import { autoDiskSize, BLOCK_SIZES, GiB } from '@granary/domain/sizes.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Bound, required } from '../../app/kit/bound.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { BLANK, type DiskValues } from './disk-values.ts'
import { imageLine, snapshotLine, type useImages, type useSnapshots } from './use-sources.ts'

type SourceFieldsProps = {
  form: UseFormReturn<DiskValues>
  images: ReturnType<typeof useImages>
  snapshots: ReturnType<typeof useSnapshots>
}

const SOURCES = [
  { value: 'blank', label: 'Blank' },
  { value: 'snapshot', label: 'Snapshot' },
  { value: 'image', label: 'Image' },
] as const

/** What a distributed disk begins with. A larger source raises the size; a smaller one never lowers it. */
export function SourceFields({ form, images, snapshots }: SourceFieldsProps) {
  const { control, watch, setValue, getValues } = form
  const source = watch('source')
  const sizeOf = () => {
    const { imageId, snapshotId } = getValues()
    const found = source === 'image' ? images : snapshots
    return found?.find(({ id }) => id === (source === 'image' ? imageId : snapshotId))?.size
  }
  const fit = () => {
    const size = sizeOf()
    if (size === undefined) return
    if (getValues('readOnly')) setValue('sizeGib', Math.ceil(size / GiB))
    else if (autoDiskSize(size) > (getValues('sizeGib') ?? 0)) setValue('sizeGib', autoDiskSize(size))
  }
  const begin = (next: DiskValues['source']) => {
    for (const [name, value] of Object.entries(BLANK)) setValue(name as keyof typeof BLANK, value)
    setValue('source', next, { shouldDirty: true })
  }
  return (
    <>
      <Bound control={control} name="source">
        {(field) => (
          <RadioGroup {...field} label="Source" items={SOURCES} onChange={begin} orientation="horizontal" />
        )}
      </Bound>
      {source === 'blank' && (
        <Bound control={control} name="blockSize">
          {(field) => (
            <RadioGroup
              {...field}
              label="Block size (Bytes)"
              orientation="horizontal"
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
              noItems="No snapshots in this project"
              isLoading={!snapshots}
              items={(snapshots ?? []).map((one) => ({
                value: one.id,
                label: one.name,
                description: snapshotLine(one),
              }))}
              onChange={(id) => {
                field.onChange(id)
                fit()
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
              noItems="No images in this project or silo"
              isLoading={!images}
              items={(images ?? []).map((one) => ({
                value: one.id,
                label: one.name,
                description: imageLine(one),
              }))}
              onChange={(id) => {
                field.onChange(id)
                fit()
              }}
            />
          )}
        </Bound>
      )}
      {source !== 'blank' && (
        <Bound control={control} name="readOnly">
          {({ value, onChange, ...field }) => (
            <Checkbox
              {...field}
              isSelected={value}
              hint="Nothing can be written to it. It is exactly as large as its source, and no snapshots are made of it."
              onChange={(next) => {
                onChange(next)
                fit()
              }}
            >
              Make disk read-only
            </Checkbox>
          )}
        </Bound>
      )}
    </>
  )
}
