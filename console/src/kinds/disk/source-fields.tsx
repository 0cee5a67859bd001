import type { UseFormReturn } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { BlockSizeField, ReadOnlyField } from './disk-fields.tsx'
import { BLANK, type DiskValues } from './disk-values.ts'
import { fittingSize } from './source-size.ts'
import { useWritableSize } from './use-writable-size.ts'
import { imageOption, snapshotOption, type useImages, type useSnapshots } from './use-sources.ts'

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

/** Returns functions that change the size when another source, or a disk that can't be written to, needs another one. */
function useFit({ form: { getValues, setValue }, images, snapshots }: SourceFieldsProps) {
  const fit = () => {
    const { source, imageId, snapshotId, sizeGib, readOnly } = getValues()
    const chosen =
      source === 'image'
        ? images?.find(({ id }) => id === imageId)
        : snapshots?.find(({ id }) => id === snapshotId)
    const gib = fittingSize(sizeGib, chosen, readOnly)
    if (gib !== sizeGib) setValue('sizeGib', gib)
  }
  const keepSize = useWritableSize({
    get: () => getValues('sizeGib'),
    set: (gib) => setValue('sizeGib', gib),
  })
  return { fit, keepSize }
}

/** The source of a distributed disk. A larger source raises the size; a smaller one never lowers it. */
export function SourceFields({ form, images, snapshots }: SourceFieldsProps) {
  const { control, watch, setValue } = form
  const source = watch('source')
  const { fit, keepSize } = useFit({ form, images, snapshots })
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
          {(field) => <BlockSizeField {...field} />}
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
              items={(snapshots ?? []).map(snapshotOption)}
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
              items={(images ?? []).map(imageOption)}
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
          {(field) => (
            <ReadOnlyField
              {...field}
              hint="The disk can't be written to. It is exactly as large as its source and does not support snapshots."
              onChange={(next) => {
                field.onChange(next)
                keepSize(next)
                fit()
              }}
            />
          )}
        </Bound>
      )}
    </>
  )
}
