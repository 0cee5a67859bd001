import { DOCS } from '../../app/docs.ts'

/** Summary and links of the affinity group pages. */
export const AFFINITY_DOCS = {
  topic: 'affinity',
  summary:
    'Members of an anti-affinity group run on different sleds, so that a broken sled does not stop all of them. Members of an affinity group run on the same sled, for low latency.',
  links: [{ text: 'Affinity groups', href: DOCS.affinity }],
}
