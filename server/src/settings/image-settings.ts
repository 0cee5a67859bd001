import { setting } from './setting.ts'
import { networks, oneOf, text } from './setting-kinds.ts'

/** Where images may come from. */
export const IMAGE_SETTINGS = {
  imageFetch: setting(
    {
      flag: '--image-fetch',
      variable: 'GRANARY_IMAGE_FETCH',
      meaning:
        'sites that images may be fetched from by URL: public ones and --image-networks, only --image-networks, or none',
      initial: 'public',
    },
    oneOf('public', 'listed', 'off'),
  ),
  imageNetworks: setting(
    {
      flag: '--image-networks',
      variable: 'GRANARY_IMAGE_NETWORKS',
      meaning: 'networks that images may be fetched from, such as that of a mirror',
      otherwise: 'none',
    },
    networks,
  ),
  imageCatalog: setting(
    {
      flag: '--image-catalog',
      variable: 'GRANARY_IMAGE_CATALOG',
      meaning: 'JSON file with the images to propose, in the form of GET /experimental/v1/image-catalog',
      otherwise: 'a list of public cloud images',
    },
    text,
  ),
}
