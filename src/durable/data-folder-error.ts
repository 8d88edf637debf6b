/** Why a data folder cannot be used, in one line: what, where, and what to do. */
export class DataFolderError extends Error {
  static {
    this.prototype.name = "DataFolderError";
  }
}
