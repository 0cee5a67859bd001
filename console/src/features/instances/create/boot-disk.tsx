import { Suspense, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import { fittingSize } from '../../../kinds/disk/source-size.ts'
import { useBootDefaults } from './boot-defaults.ts'
import { BootDiskFields } from './boot-disk-fields.tsx'
import { BootSourceField } from './boot-source-field.tsx'
import type { BootSources } from './use-boot-sources.ts'
import type { InstanceValues } from './values.ts'

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
  const source = useWatch({ control, name: 'bootSource' })

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
  const content = (
    <div className="flex flex-col gap-4">
      <BootSourceField form={form} sources={sources} upload={upload} onChosen={fit} />
      <BootDiskFields form={form} sources={sources} onFit={fit} />
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
