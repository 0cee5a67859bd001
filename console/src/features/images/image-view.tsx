import { imageView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import ImageDetails from '../../kinds/image/image-details.tsx'

const projectImage = getRouteApi('/authenticated/projects/$project/images-list/images/$image')
const siloImage = getRouteApi('/authenticated/silo/silo-images-list/images/$image')

/** The details panel of a project's image, over the list. */
export function ProjectImageView() {
  const { project, image } = projectImage.useParams()
  const data = useView(apiQuery(imageView, { path: { image }, query: { project } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const close = () => void navigate({ to: '/projects/$project/images', params: { project } })
  return <ImageDetails image={data} withDisks animate={animate} onClose={close} />
}

/** The details panel of a silo image, over the list. */
export function SiloImageView() {
  const { image } = siloImage.useParams()
  const data = useView(apiQuery(imageView, { path: { image } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ImageDetails image={data} withDisks animate={animate} onClose={() => void navigate({ to: '/images' })} />
  )
}
