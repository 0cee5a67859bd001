import { nameProblem } from '@granary/domain/names.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { BlockSizeField, ReadOnlyField } from '../../../kinds/disk/disk-fields.tsx'
import { leastGib } from '../../../kinds/disk/source-size.ts'
import { useWritableSize } from '../../../kinds/disk/use-writable-size.ts'
import { bootSizeProblem, MAX_BOOT_GIB } from './boot-size.ts'
import type { BootSources } from './use-boot-sources.ts'
import { type BootSource, type InstanceValues, nameOfDisk } from './values.ts'

type BootDiskFieldsProps = {
  form: UseFormReturn<InstanceValues>
  sources: BootSources
  /** Fits the size to the source. */
  onFit: () => void
}

/** Size, block size, name and read-only of the boot disk, as far as its source leaves them open. */
export function BootDiskFields({ form, sources, onFit }: BootDiskFieldsProps) {
  const { control, setValue, getValues } = form
  const [source, readOnly, siloImage, projectImage, bootSnapshot] = useWatch({
    control,
    name: ['bootSource', 'readOnly', 'siloImage', 'projectImage', 'bootSnapshot'],
  })
  const least = leastGib(sources.chosen({ bootSource: source, siloImage, projectImage, bootSnapshot }))
  const keepSize = useWritableSize({
    get: () => getValues('bootSize'),
    set: (gib) => setValue('bootSize', gib),
  })
  const isTaken = (name: string) =>
    sources.disks?.some((disk) => disk.name === name) ||
    getValues('disks').some((disk) => nameOfDisk(disk) === name)

  return (
    <>
      {source !== 'disk' && (
        <Bound
          control={control}
          name="bootSize"
          problem={(gib, values) => bootSizeProblem(gib, sources.chosen(values), isReadOnly(values))}
        >
          {(field) => (
            <NumberField
              {...field}
              label="Disk size (GiB)"
              minValue={least}
              maxValue={MAX_BOOT_GIB}
              required
            />
          )}
        </Bound>
      )}
      {source === 'blank' && (
        <Bound control={control} name="bootBlockSize">
          {(field) => <BlockSizeField {...field} />}
        </Bound>
      )}
      {source !== 'disk' && (
        <Bound
          control={control}
          name="bootName"
          problem={(name, { bootSource }) =>
            name && bootSource !== 'disk'
              ? (nameProblem(name) ?? (isTaken(name) ? 'Name is already in use' : null))
              : null
          }
        >
          {(field) => (
            <NameField {...field} label="Disk name" optional hint="Leave blank to generate a name" />
          )}
        </Bound>
      )}
      {hasSource(source) && (
        <Bound control={control} name="readOnly">
          {(field) => (
            <ReadOnlyField
              {...field}
              hint={readOnly && 'The disk is exactly as large as its source, and nothing can write to it.'}
              onChange={(next) => {
                field.onChange(next)
                keepSize(next)
                onFit()
              }}
            />
          )}
        </Bound>
      )}
    </>
  )
}

const hasSource = (source: BootSource): boolean =>
  source === 'silo' || source === 'project' || source === 'snapshot'

const isReadOnly = ({ bootSource, readOnly }: InstanceValues): boolean => hasSource(bootSource) && readOnly
