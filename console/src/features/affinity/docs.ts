import { DOCS } from '../../app/docs.ts'

/** What the pages about groups point to. */
export const AFFINITY_DOCS = {
  topic: 'affinity',
  summary:
    'Members of an anti-affinity group are kept on different sleds, so that one that breaks does not take them all. Members of an affinity group are kept on one, so that the way between them is short.',
  links: [{ text: 'Affinity groups', href: DOCS.affinity }],
}
