import { imageView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { makeStale } from '../../../api/operate.ts'
import { apiQuery } from '../../../api/queries.ts'
import { ImageUpload } from '../../../kinds/image-upload/image-upload.tsx'
import { fittingSize } from '../../../kinds/disk/source-size.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import type { InstanceValues } from './values.ts'

type UploadImageProps = {
  form: UseFormReturn<InstanceValues>
  project: string
  onClose: () => void
}

/** The panel that makes an image without leaving the form, which then boots from it. */
export default function UploadImage({ form, project, onClose }: UploadImageProps) {
  const client = useQueryClient()
  const choose = async (image: string) => {
    const query = isUuid(image) ? {} : { project }
    const { id, size } = await client.fetchQuery(apiQuery(imageView, { path: { image }, query }))
    await makeStale(client, ['project-image'])
    form.setValue('bootSource', 'project', { shouldDirty: true })
    form.setValue('projectImage', id, { shouldDirty: true, shouldValidate: true })
    const { bootSize, readOnly } = form.getValues()
    form.setValue('bootSize', fittingSize(bootSize, { size }, readOnly))
    onClose()
  }
  return (
    <ImageUpload project={project} onDismiss={onClose} onMade={choose}>
      <MessageBox variant="info">
        The image is added to the project, even if you don't create this instance.
      </MessageBox>
    </ImageUpload>
  )
}
