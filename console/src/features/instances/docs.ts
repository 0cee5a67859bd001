import { DOCS } from '../../app/docs.ts'

/** Summary and links of the instance pages. */
export const INSTANCE_DOCS = {
  topic: 'instances',
  summary:
    'An instance is a virtual machine in a project, with its own disks, network interfaces and addresses.',
  links: [
    { text: 'Instances', href: DOCS.instances },
    { text: 'Disks, snapshots and images', href: DOCS.storage },
  ],
}
