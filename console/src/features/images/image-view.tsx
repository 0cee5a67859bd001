import { imageView } from '@granary/contract/generated/client.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/history.ts'
import ImageDetails from './image-details.tsx'

/** The panel about an image of a project, over the list. */
export function ProjectImageView() {
  const { project, image } = useParams({ strict: false }) as { project: string; image: string }
  const data = useView(apiQuery(imageView, { path: { image }, query: { project } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const close = () => void navigate({ to: '/projects/$project/images', params: { project } })
  return <ImageDetails image={data} withDisks animate={animate} onClose={close} />
}

/** The panel about an image of the silo, over the list. */
export function SiloImageView() {
  const { image } = useParams({ strict: false }) as { image: string }
  const data = useView(apiQuery(imageView, { path: { image } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ImageDetails image={data} withDisks animate={animate} onClose={() => void navigate({ to: '/images' })} />
  )
}
