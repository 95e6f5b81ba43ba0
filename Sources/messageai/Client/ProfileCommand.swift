import ArgumentParser
import Domain
import Foundation
import ViewModels

/// `messageai profile`
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Your profile as others see it.", subcommands: [ProfilePhotoCommand.self])
}

/// `messageai profile photo`
struct ProfilePhotoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo", abstract: "Set or remove your photo.",
    discussion: "Others see the middle of the image as a square, without its place and camera data.")

  @OptionGroup var client: ClientOptions

  @Flag(help: "Take the photo away; your initials are shown then.")
  var remove = false

  @Argument(help: "Image to set: a JPEG, PNG, GIF, WebP, HEIC or AVIF file.")
  var image: String?

  func validate() throws {
    guard remove == (image == nil) else { throw ValidationError("Give an image, or --remove.") }
  }

  func run() async throws {
    try await client.withClient { messages in
      _ = try await client.signedIn(messages)
      do {
        let photo: AttachmentID? =
          if let image { try await messages.files.uploadPhoto(URL(fileURLWithPath: image)) } else { nil }
        _ = try await messages.auth.updateProfile(ProfileChange(photo: .some(photo?.description)))
      } catch let refusal as Refusal {
        throw CommandFailure(Problem(refusal).sentence.english)
      }
    }
  }
}
