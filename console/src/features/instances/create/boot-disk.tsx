import { nameProblem } from '@granary/domain/names.ts'
import { Suspense, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import { BlockSizeField, ReadOnlyField } from '../../../kinds/disk/disk-fields.tsx'
import { fittingSize, leastGib } from '../../../kinds/disk/source-size.ts'
import { useWritableSize } from '../../../kinds/disk/use-writable-size.ts'
import { useBootDefaults } from './boot-defaults.ts'
import { BootSourceField } from './boot-source-field.tsx'
import { bootSizeProblem, MAX_BOOT_GIB } from './boot-size.ts'
import type { BootSources } from './use-boot-sources.ts'
import { type BootSource, type InstanceValues, nameOfDisk } from './values.ts'

const TABS = [
  { id: 'silo', label: 'Silo images' },
  { id: 'project', label: 'Project images' },
  { id: 'snapshot', label: 'Snapshots' },
  { id: 'disk', label: 'Existing disks' },
  { id: 'blank', label: 'Blank disk' },
] as const

const UploadImage = lazyPart(() => import('./upload-image.tsx'))

type BootDiskProps = { form: UseFormReturn<InstanceValues>; project: string; sources: BootSources }

/** The boot disk of the instance. Each tab keeps its own selection. */
export function BootDisk({ form, project, sources }: BootDiskProps) {
  const { control, setValue, getValues } = form
  const [source, readOnly, siloImage, projectImage, bootSnapshot] = useWatch({
    control,
    name: ['bootSource', 'readOnly', 'siloImage', 'projectImage', 'bootSnapshot'],
  })
  const least = leastGib(sources.chosen({ bootSource: source, siloImage, projectImage, bootSnapshot }))

  const [uploading, setUploading] = useState(false)
  const upload = (
    <Button variant="secondary" size="sm" changes onPress={() => setUploading(true)}>
      Upload an image
    </Button>
  )

  const hasChosen = useRef(false)
  useBootDefaults(form, sources, hasChosen)

  const fit = () => {
    const values = getValues()
    const gib = fittingSize(values.bootSize, sources.chosen(values), values.readOnly)
    if (gib !== values.bootSize) setValue('bootSize', gib)
    if (form.formState.isSubmitted) void form.trigger('bootSize')
  }
  const keepSize = useWritableSize({
    get: () => getValues('bootSize'),
    set: (gib) => setValue('bootSize', gib),
  })
  const isTaken = (name: string) =>
    sources.disks?.some((disk) => disk.name === name) ||
    getValues('disks').some((disk) => nameOfDisk(disk) === name)

  const content = (
    <div className="flex flex-col gap-4">
      <BootSourceField form={form} sources={sources} upload={upload} onChosen={fit} />
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
                fit()
              }}
            />
          )}
        </Bound>
      )}
    </div>
  )
  return (
    <FormSection title="Boot disk">
      {sources.hasNothing && (
        <MessageBox variant="notice">
          <p>
            There are no images, snapshots or free disks to boot from. Upload an image, or create an instance
            with a blank disk.
          </p>
          <div className="mt-2">{upload}</div>
        </MessageBox>
      )}
      <QueryTabs
        hasControls
        label="Boot disk"
        selected={source}
        onSelect={(next) => {
          hasChosen.current = true
          setValue('bootSource', next, { shouldDirty: true })
          fit()
        }}
        tabs={TABS.map((tab) => ({ ...tab, content }))}
      />
      {uploading && (
        <Suspense fallback={null}>
          <UploadImage form={form} project={project} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </FormSection>
  )
}

const hasSource = (source: BootSource): boolean =>
  source === 'silo' || source === 'project' || source === 'snapshot'

const isReadOnly = ({ bootSource, readOnly }: InstanceValues): boolean => hasSource(bootSource) && readOnly
