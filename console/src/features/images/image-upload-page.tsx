import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../../app/route-params.ts'
import { ImageUpload } from '../../kinds/image-upload/image-upload.tsx'

/** The panel over the list of a project's images that adds one. */
export function ImageUploadPage() {
  const project = useProject()
  const navigate = useNavigate()
  const toList = () => navigate({ to: '/projects/$project/images', params: { project } })
  return <ImageUpload project={project} onDismiss={toList} onMade={toList} />
}
