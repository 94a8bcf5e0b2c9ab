/**
 * What is used of the AWS SDK, loaded with the first file. A module of our own, since a bundle gives the names of such
 * packages to static imports alone.
 */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
export { Upload } from '@aws-sdk/lib-storage';
